/* global SwaggerUIBundle */

const notice = document.querySelector('#notice')

/** Fetches the description, with this browser's staff login if there is one. */
async function fetchDescription(token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch('/docs/json', { headers })
  // An expired login must not prevent access to a public description.
  return answer.status === 401 && token ? fetchDescription(null) : answer
}

function askToLogIn() {
  const link = document.createElement('a')
  link.href = '/admin/login'
  link.textContent = 'Please log in'
  notice.replaceChildren(link, ' to read the API description. Then open this page again.')
}

function show(spec, token) {
  notice.replaceChildren()
  const viewer = SwaggerUIBundle({
    spec,
    dom_id: '#description',
    deepLinking: true,
    validatorUrl: null,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    onComplete: () => {
      if (token) viewer.preauthorizeApiKey('adminToken', token)
    },
  })
}

async function start() {
  const token = localStorage.getItem('adminToken')
  const answer = await fetchDescription(token)
  if (answer.status === 401) askToLogIn()
  else if (answer.ok) show(await answer.json(), token)
  else notice.textContent = 'The API description is not available right now. Please try again.'
}

start().catch(() => {
  notice.textContent = 'The API description is not available right now. Please try again.'
})
