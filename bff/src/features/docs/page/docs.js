/* global SwaggerUIBundle */

const notice = document.querySelector('#notice')

/** The description, with the login of this browser where there is one. */
async function fetchDescription(token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch('/docs/json', { headers })
  // A login that has ended keeps nobody from what everyone may read.
  return answer.status === 401 && token ? fetchDescription(null) : answer
}

function askToLogIn() {
  const link = document.createElement('a')
  link.href = '/admin/login'
  link.textContent = 'Please log in'
  notice.replaceChildren(link, ' to read the description of the API, and then open this page again.')
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
  else notice.textContent = 'The description cannot be had right now. Please try again.'
}

start().catch(() => {
  notice.textContent = 'The description cannot be had right now. Please try again.'
})
