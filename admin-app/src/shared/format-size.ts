/** A file's size in KB of 1024 bytes, rounded. @param bytes as stored */
export const formatSize = (bytes: number): string => `${Math.round(bytes / 1024).toLocaleString('en-US')} KB`
