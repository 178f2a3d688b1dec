import Fastify from 'fastify'

/** The built page of an app, as a part's file server has it. */
export const builtPage =
  '<html><head><script type="application/json" id="env">{}</script></head><body>the app</body></html>'

/** shared-ui's manifest with its components in one script. */
export const manifestOf = (script: string): string => {
  const assets = { js: { sync: [`assets/${script}`] }, css: { sync: ['assets/button.css'] } }
  const exposes = ['Button', 'Modal'].map((name) => ({ name, assets }))
  return JSON.stringify({ id: 'shared_ui', exposes })
}

/** One file server for all three parts, which can be told to fail. */
export async function startFakeFileServer() {
  const files: Record<string, string> = { 'index.html': builtPage, 'mf-manifest.json': manifestOf('button-1.js') }
  let failure: 'none' | 'refuses' | 'hangs' = 'none'
  const asked: string[] = []
  const app = Fastify({ forceCloseConnections: true })
  app.get<{ Params: { name: string } }>('/:name', async ({ params }, reply) => {
    asked.push(params.name)
    if (failure === 'hangs') return new Promise(() => undefined)
    return reply.code(failure === 'refuses' ? 503 : 200).send(files[params.name])
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    /** What stands behind each name; other names are 503. */
    files,
    /** The names that were asked for. */
    asked,
    /** Settings of a bff whose pages come from here. */
    settings: { ADMIN_APP_URL: url, PORTAL_APP_URL: `${url}/`, SHARED_UI_URL: url },
    failAs: (as: typeof failure) => {
      failure = as
    },
    close: () => app.close(),
  }
}
