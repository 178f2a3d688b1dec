export function FormError({ text }: { readonly text: string | null | undefined }) {
  if (!text) return null
  return (
    <p className="notice" data-tone="danger" role="alert">
      {text}
    </p>
  )
}
