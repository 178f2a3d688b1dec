import { agencyPhone, agencyTelephone } from './environment.ts'

/** The agency's phone number as a link that calls it. Hidden while the agency has none (app.css). */
export function PhoneLink({ className }: { readonly className?: string }) {
  return (
    <a className={className} href={agencyTelephone} data-phone={agencyPhone}>
      {agencyPhone}
    </a>
  )
}

/** 'Need help? Call us:' and the phone number. */
export function HelpLine({ text, className }: { readonly text: string; readonly className?: string }) {
  return (
    <p className={className} data-phone={agencyPhone}>
      {text} <PhoneLink />
    </p>
  )
}
