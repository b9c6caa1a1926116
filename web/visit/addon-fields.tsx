import { toAddonName, type OfferedAddon, type WantedAddon } from '#domain/visit/addons.ts'
import type { Money } from '#domain/money.ts'
import { useFormat } from '#web/ui/format.ts'
import { useTenantText } from '#web/ui/tenant-text.tsx'

type AddonFieldsProps = {
  legend: string
  service: { id: string; addons: readonly OfferedAddon[] }
  /** What is chosen for the service. */ chosen: readonly WantedAddon[]
  money: Money
  /** Of whom, where several come: the fields are named `addons1`, `addons2`. */ person?: number
  /** Called with how often an add-on is chosen; absent: the form alone knows it. */
  onChange?: (id: string, count: number) => void
  className?: string
}

/**
 * The add-ons of a service, each with its minutes and its price: a tick, or how often where it may be more
 * than once. The fields are named `addons`, with values as `toAddonName` writes them.
 */
export function AddonFields({
  legend,
  service,
  chosen,
  money,
  person,
  onChange,
  className = '',
}: AddonFieldsProps) {
  const format = useFormat()
  const tenantText = useTenantText()
  if (service.addons.length === 0) return null
  const fields = `addons${person ?? ''}`
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <ul className="grid">
        {service.addons.map(({ id, name, minutes, price, most }) => {
          const field = `addon${person ?? ''}-${service.id}-${id}`
          const count = chosen.find((one) => one.id === id)?.count ?? 0
          const own = tenantText(name)
          const label = (
            <label htmlFor={field} lang={own.lang} className="grow wrap-anywhere">
              {own.text}
            </label>
          )
          const value = (often: number) => toAddonName(service.id, { id, count: often })
          return (
            <li key={id} className="flex min-h-11 items-center gap-3">
              {most === 1 ? (
                <input
                  id={field}
                  type="checkbox"
                  name={fields}
                  value={value(1)}
                  aria-describedby={`${field}-about`}
                  className="size-6 shrink-0 accent-brand-line"
                  {...(onChange
                    ? {
                        checked: count > 0,
                        onChange: (event) => onChange(id, event.currentTarget.checked ? 1 : 0),
                      }
                    : { defaultChecked: count > 0 })}
                />
              ) : (
                <select
                  id={field}
                  name={fields}
                  aria-describedby={`${field}-about`}
                  className="min-h-11 shrink-0 rounded border border-control bg-surface px-2 text-base text-text"
                  {...(onChange
                    ? {
                        value: count > 0 ? value(count) : '',
                        onChange: (event) => onChange(id, event.currentTarget.selectedIndex),
                      }
                    : { defaultValue: count > 0 ? value(count) : '' })}
                >
                  <option value="">0</option>
                  {Array.from({ length: most }, (_, index) => (
                    <option key={index} value={value(index + 1)}>
                      {String(index + 1)}
                    </option>
                  ))}
                </select>
              )}
              <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
                {label}
                <span id={`${field}-about`} className="tabular text-sm text-muted">
                  {[
                    ...(minutes > 0 ? [`+${format.duration(minutes)}`] : []),
                    format.cost(price, { ...money, from: false }),
                  ].join(' · ')}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
