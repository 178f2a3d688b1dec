interface Named {
  readonly client_first_name: string | null
  readonly client_last_name: string | null
}

/** A client's first and last name; empty when neither is known. */
export const clientName = ({ client_first_name, client_last_name }: Named): string =>
  `${client_first_name ?? ''} ${client_last_name ?? ''}`.trim()
