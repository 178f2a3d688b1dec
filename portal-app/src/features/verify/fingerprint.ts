/** Browsers offer cryptography only in a secure context: https or localhost. */
export const canFingerprint = (): boolean => 'subtle' in crypto

export type Fingerprint =
  | { readonly sha256: string; readonly fault?: undefined }
  | { readonly fault: 'not-pdf' | 'unreadable' }

/** The SHA-256 of a PDF in hexadecimal. Of other files only the beginning is read. */
export async function fingerprintOf(file: Blob): Promise<Fingerprint> {
  try {
    if (!(await isPdf(file))) return { fault: 'not-pdf' }
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return { sha256: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('') }
  } catch {
    // The browser can't read a folder, a moved file, or one too large for its memory.
    return { fault: 'unreadable' }
  }
}

/** Readers accept the header anywhere in the first 1024 bytes (PDF Reference 1.7, implementation note 13). */
async function isPdf(file: Blob): Promise<boolean> {
  return (await file.slice(0, 1024).text()).includes('%PDF-')
}
