import { chooseDensity, useDensity } from '../../shared/looks/density'

/** The setting for larger rows and text. It takes effect at once. */
export function DensityChoice() {
  const density = useDensity()
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={density === 'comfortable'}
        onChange={({ target }) => chooseDensity(target.checked ? 'comfortable' : 'compact')}
      />
      <span>
        Comfortable
        <span className="field-hint"> Larger rows and text, in this browser.</span>
      </span>
    </label>
  )
}
