/* Where the files of this folder have something to say. Elsewhere they are empty, and the portable code is all there is.
 *
 * A file names what its functions may use at its head, so that no flag of the compiler does: everything else in the
 * library runs on any processor. */
#ifndef MK_X86_H
#define MK_X86_H

#if defined(__x86_64__) && defined(__GNUC__)
#define MK_X86 1
#else
#define MK_X86 0
#endif

/* Every x86-64 processor has SSE2; _M_X64 is how MSVC says x86-64. */
#if MK_X86 || defined(_M_X64)
#define MK_SSE2 1
#else
#define MK_SSE2 0
#endif

#endif
