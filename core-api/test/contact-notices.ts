const notice = /contact details|datos de contacto|dados de contato/

/** Messages that were received, without those that tell a former address of its replacement. */
export const withoutContactNotices = <Message extends { text: string }>(received: readonly Message[]): Message[] =>
  received.filter((message) => !notice.test(message.text))
