/**
 * Control and format characters, line separators and unassigned ones. Among them are the marks that reorder text
 * (U+202E makes `gnp.exe` of `exe.png`). The joiners U+200C and U+200D stay: scripts and emoji need them.
 */
const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

/** A name as it looks: without characters that hide or reorder others. */
export const withoutInvisible = (name: string): string => name.replace(invisible, '')
