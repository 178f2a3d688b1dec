import type { ReactNode } from 'react'

const PATHS = {
  close: <path d="M5 5l10 10M15 5L5 15" />,
  chevron: <path d="M7.5 5l5 5-5 5" />,
  bold: <path d="M6 4h5a3 3 0 010 6H6zM6 10h6a3 3 0 010 6H6z" />,
  italic: <path d="M8.5 4H14M6 16h5.5M11.5 4l-3 12" />,
  underline: <path d="M6 4v5a4 4 0 008 0V4M5 17h10" />,
  strike: (
    <path d="M4 10h12M13.5 6.5C13 5 11.7 4 10 4 8 4 6.5 5 6.5 6.800M6.5 13.500C7 15 8.3 16 10 16c2 0 3.5-1 3.5-2.8" />
  ),
  alignLeft: <path d="M3 5h14M3 10h8M3 15h11" />,
  alignCenter: <path d="M3 5h14M6 10h8M4.5 15h11" />,
  alignRight: <path d="M3 5h14M9 10h8M6 15h11" />,
  alignJustify: <path d="M3 5h14M3 10h14M3 15h14" />,
  undo: <path d="M7 4L3.5 7.5 7 11M3.5 7.500H12a4.25 4.25 0 010 8.500H8" />,
  redo: <path d="M13 4l3.5 3.500L13 11M16.5 7.500H8a4.25 4.25 0 000 8.500h4" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof PATHS

/** A 20 px line drawing in the colour of the text around it; decorative: the control around it has the accessible name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {PATHS[name]}
    </svg>
  )
}
