// Elements made by hand: text stays text, so that no name and no message can become markup.
/** An element with attributes (functions listen to the event of their name) and children. */
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function")
            element.addEventListener(name, value);
        else
            set(element, name, value);
    }
    element.append(...children);
    return element;
}
/** Sets or removes an attribute, and leaves one alone that is as it should be. */
export function set(element, name, value) {
    if (value === false || value === null || value === undefined)
        element.removeAttribute(name);
    else {
        const text = value === true ? "" : String(value);
        if (element.getAttribute(name) !== text)
            element.setAttribute(name, text);
    }
}
/** The one element of the page with this id. */
export function byId(id) {
    const found = document.getElementById(id);
    if (!found)
        throw new Error(`the page has no element ${id}`);
    return found;
}
/** Makes children exactly these, moving and touching as little as possible, so that focus stays. */
export function setChildren(parent, children) {
    const wanted = new Set(children);
    for (const child of [...parent.childNodes])
        if (!wanted.has(child))
            child.remove();
    children.forEach((child, index) => {
        if (parent.childNodes[index] !== child) {
            parent.insertBefore(child, parent.childNodes[index] ?? null);
        }
    });
}
/** Sets the text if it is another one, so that a screen reader does not read it twice. */
export function setText(element, text) {
    if (element.textContent !== text)
        element.textContent = text;
}
export function capital(text) {
    return text.charAt(0).toUpperCase() + text.slice(1);
}
