import '../src/tokens/tokens.css'
import '../src/tokens/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { scenes } from './component-states.tsx'
import styles from './dev-page.module.css'

const themes = ['light', 'dark'] as const
const search = new URLSearchParams(window.location.search)
const scene = scenes.find(({ name }) => name === search.get('scene'))

/** Every scene in both themes. Each has a frame of its own, since a theme and an open dialog take a whole page. */
function Overview() {
  return (
    <main className={styles.overview}>
      <h1>shared-ui</h1>
      {scenes.map(({ name, height }) => (
        <section key={name}>
          <h2>{name}</h2>
          <div className={styles.themes}>
            {themes.map((theme) => (
              <iframe
                key={theme}
                title={`${name}, ${theme}`}
                src={`?${new URLSearchParams({ scene: name, theme })}`}
                height={height}
              />
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}

document.documentElement.dataset.theme = search.get('theme') ?? 'light'
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>{scene ? <div className={styles.scene}>{scene.render()}</div> : <Overview />}</StrictMode>,
)
