import './signature-fonts.css'

/** Loads the hands of a typed signature before they are needed: without them, offline, all three look alike. */
export function loadSignatureFonts(): void {
  // jsdom has no `document.fonts`. Without the fonts, the names are shown in another hand.
  for (const family of ['Great Vibes', 'Dancing Script', 'Caveat'])
    void document.fonts?.load(`1em "${family}"`).catch(() => undefined)
}
