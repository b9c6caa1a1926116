import { MAX_SERVICES } from '#domain/visit/services.ts'
import { Fold } from '#web/ui/fold.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'

type ServiceProps = {
  services: readonly { id: string; name: string }[]
  chosen: readonly string[]
  error: string | undefined
  onChange: () => void
}

/** The services of an entry, all that can be booked: open where something in it is wrong. */
export function ServiceFields({ services, chosen, error, onChange }: ServiceProps) {
  const t = useText()
  return (
    <Fold summary={t('preference.services')} open={error !== undefined}>
      <fieldset className="grid gap-4 border-t border-line p-4" onChange={onChange}>
        <legend className="sr-only">{t('preference.services')}</legend>
        <p className="text-muted">{t('preference.servicesHint', { most: MAX_SERVICES })}</p>
        {error && (
          <p id="services" tabIndex={-1} className="text-sm font-medium text-danger outline-none">
            {error}
          </p>
        )}
        <ul className="grid gap-2 sm:grid-cols-2">
          {services.map(({ id, name }) => (
            <li key={id}>
              <label className="flex min-h-14 items-center gap-3 rounded border border-control px-3 py-2 wrap-anywhere *:min-w-0 has-checked:border-brand-line has-checked:bg-brand-soft has-checked:text-on-brand-soft">
                <input
                  type="checkbox"
                  name="service"
                  value={id}
                  defaultChecked={chosen.includes(id)}
                  className="size-6 shrink-0 accent-brand-line"
                />
                <TenantText>{name}</TenantText>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </Fold>
  )
}
