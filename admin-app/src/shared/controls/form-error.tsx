/** Why a form was refused, above its fields; nothing without a text. */
export function FormError({ text }: { readonly text: string | null | undefined }) {
  if (!text) return null
  return (
    <p className="notice" data-tone="danger" role="alert">
      {text}
    </p>
  )
}
