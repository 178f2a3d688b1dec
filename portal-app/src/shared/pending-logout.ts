import { useSyncExternalStore } from 'react'

const storageKey = 'portalPendingLogout'
const listeners = new Set<() => void>()

/** The session whose cookie is still valid. In local storage, so that no tab opens it without the passcode. */
export function pendingLogout(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Notes a logout that has not reached the server. @param code null when it has, or when a session was opened since */
export function notePendingLogout(code: string | null): void {
  try {
    if (code === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, code)
  } catch {
    // The browser refuses storage.
    return
  }
  for (const tell of listeners) tell()
}

export function usePendingLogout(): string | null {
  return useSyncExternalStore(subscribe, pendingLogout, () => null)
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  // Of another tab.
  window.addEventListener('storage', tell)
  return () => {
    listeners.delete(tell)
    window.removeEventListener('storage', tell)
  }
}
