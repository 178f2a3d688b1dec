import type { ReactNode } from 'react'

/** A 24 px line drawing in the colour of the text around it; decorative: the control around it has the accessible name. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const MoreIcon = () => (
  <Icon>
    <path d="M12 5.5v.01M12 12v.01M12 18.5v.01" strokeWidth="3" />
  </Icon>
)

export const PhoneIcon = () => (
  <Icon>
    <path d="M6.6 3.5l3 4.2-1.9 2.2a13 13 0 006.4 6.4l2.2-1.9 4.200 3-1 3.1c-8.900 1.600-17.600-7.100-16-16z" />
  </Icon>
)

export const PenIcon = () => (
  <Icon>
    <path d="M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500" />
  </Icon>
)

export const GlobeIcon = () => (
  <Icon>
    <path d="M12 3a9 9 0 100 18 9 9 0 000-18zM3.500 9h17M3.500 15h17M12 3c-2.500 2.500-3.750 5.500-3.750 9s1.250 6.500 3.750 9c2.500-2.500 3.750-5.500 3.750-9S14.500 5.500 12 3z" />
  </Icon>
)
