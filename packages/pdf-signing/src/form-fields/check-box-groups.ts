import type { PlacedWidget } from './placed-widget.ts'

/** Boxes of one field with different values are one choice (ISO 32000-2, 12.7.5.2.3): radio buttons. */
export function groupCheckBoxes(placed: readonly PlacedWidget[]): PlacedWidget[] {
  const boxes = Map.groupBy(
    placed.filter(({ widget }) => widget.kind === 'checkbox' && widget.name !== ''),
    ({ widget }) => widget.name,
  )
  const isChoice = ({ widget: { kind, name } }: PlacedWidget) =>
    kind === 'checkbox' && new Set(boxes.get(name)?.map(({ widget }) => widget.choice)).size > 1
  return placed.map((each) => (isChoice(each) ? asButton(each) : each))
}

/** What is printed beside a box without a telling name is its answer. */
const asButton = ({ printed, ...placed }: PlacedWidget): PlacedWidget => ({
  ...placed,
  widget: { ...placed.widget, kind: 'radio', tooltip: placed.widget.tooltip || (printed ?? '') },
})
