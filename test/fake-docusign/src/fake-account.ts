import { randomUUID } from 'node:crypto'

export interface FakeTemplate {
  templateId: string
  name: string
  folderName: string
  lastModified: string
  /** Of its one signer. */
  role: string
  /** None was uploaded yet. */
  withoutDocument?: boolean
  /** Bytes that its document has besides its text. */
  padding?: number
}

export type FakeStatus = 'sent' | 'delivered' | 'completed' | 'declined' | 'voided'

/** The body of a request for an envelope, as far as the fake reads it. */
export interface FakeDefinition {
  templateId: string
  transactionId?: string
  emailSubject?: string
  templateRoles: { email: string; name: string; roleName: string; clientUserId: string }[]
  eventNotification?: { url: string; events: string[] }
}

export interface FakeEnvelope {
  envelopeId: string
  definition: FakeDefinition
  status: FakeStatus
  statusChangedDateTime: string
}

/** What an account at DocuSign holds. */
export class FakeAccount {
  templates: FakeTemplate[] = []
  readonly envelopes: FakeEnvelope[] = []
  /** Signing addresses, good once: their token, with the envelope and where the signer goes after. */
  readonly views = new Map<string, { envelope: FakeEnvelope; returnUrl: string }>()

  /** @returns the templates, which replace those there were */
  setTemplates(names: string[], role = 'Client'): FakeTemplate[] {
    this.templates = names.map((name) => ({
      templateId: randomUUID(),
      name,
      folderName: 'Templates',
      lastModified: '2026-01-02T03:04:05.0000000Z',
      role,
    }))
    return this.templates
  }

  addEnvelope(definition: FakeDefinition): FakeEnvelope {
    const envelope: FakeEnvelope = {
      envelopeId: randomUUID(),
      definition,
      status: 'sent',
      statusChangedDateTime: new Date().toISOString(),
    }
    this.envelopes.push(envelope)
    return envelope
  }

  find(envelopeId: string): FakeEnvelope | undefined {
    return this.envelopes.find((envelope) => envelope.envelopeId === envelopeId)
  }
}
