import { create } from 'zustand'
import { readStored, writeStored } from '../browser-storage'

const storageKey = 'density'

type Density = 'compact' | 'comfortable'

const readDensity = (): Density => (readStored('local', storageKey) === 'comfortable' ? 'comfortable' : 'compact')

const useDensityStore = create<{ readonly density: Density }>(() => ({ density: readDensity() }))

/** How close rows and text stand in this browser. */
export const useDensity = (): Density => useDensityStore(({ density }) => density)

/** Sets the density of this browser, and remembers it. */
export function chooseDensity(density: Density): void {
  writeStored('local', storageKey, density === 'compact' ? null : density)
  useDensityStore.setState({ density })
}

/** Keeps the root element's data-density as chosen, here or in another tab. Called once, before the first render. */
export function followDensity(): void {
  const apply = () => {
    document.documentElement.dataset.density = useDensityStore.getState().density
  }
  apply()
  useDensityStore.subscribe(apply)
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey) useDensityStore.setState({ density: readDensity() })
  })
}
