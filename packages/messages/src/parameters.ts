/** What messages take, by id; those left out take nothing. The test compares this with every catalogue. */
export const parameters = {
  tooManyAttempts: ['wait'],
  minutes: ['count'],
  greeting: ['name'],
  page: ['number', 'of'],
  progress: ['seen', 'of'],
  linkText: ['host'],
  'fields.nextField': ['number', 'of'],
  'fields.filled': ['count', 'of'],
  'fields.onFileIs': ['mask'],
  'fields.review': ['next'],
  'signature.signStyleOption': ['number'],
  'verify.checking': ['name'],
  'verify.notPdf': ['name'],
  'verify.unreadable': ['name'],
  // certificate, reminder, consent
  footer: ['page', 'pages'],
  subject: ['agency'],
  hello: ['name'],
  waiting: ['agency'],
  disclosure: ['agency'],
} as const satisfies Readonly<Record<string, readonly string[]>>
