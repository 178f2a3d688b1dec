interface ShowPasscodeProps {
  readonly shown: boolean
  readonly onShow: (shown: boolean) => void
}

/** Shows a passcode that staff have chosen or seen, or hides it again. */
export function ShowPasscode({ shown, onShow }: ShowPasscodeProps) {
  return (
    <button
      type="button"
      className="link-button"
      aria-label={shown ? 'Hide passcode' : 'Show passcode'}
      onClick={() => onShow(!shown)}
    >
      {shown ? 'Hide' : 'Show'}
    </button>
  )
}
