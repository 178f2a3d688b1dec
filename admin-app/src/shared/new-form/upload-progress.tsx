interface UploadProgressProps {
  /** From 0 to 1. */
  readonly fraction: number
}

/** How much of a file is on its way. */
export function UploadProgress({ fraction }: UploadProgressProps) {
  return (
    <div className="field">
      <label htmlFor="upload-progress">Uploading</label>
      <progress id="upload-progress" value={fraction} max={1} />
    </div>
  )
}
