import { agencyTelephone, environment } from './environment.ts'

/** The agency's phone number as a link that calls it. */
export function PhoneLink({ className }: { readonly className?: string }) {
  const { phone } = environment.agency
  return (
    <a className={className} href={agencyTelephone}>
      {phone}
    </a>
  )
}

/** 'Need help? Call us:' and the phone number. */
export function HelpLine({ text, className }: { readonly text: string; readonly className?: string }) {
  return (
    <p className={className}>
      {text} <PhoneLink />
    </p>
  )
}
