/** A number with its noun, as English text: `1 chain`, `2 chains`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
