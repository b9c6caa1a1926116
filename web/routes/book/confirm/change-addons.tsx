import type { OfferedAddon } from '#domain/visit/addons.ts'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { AddonFields } from '#web/visit/addon-fields.tsx'
import type { Hold } from '../shared/hold.server.ts'
import { Warning } from '../shared/step.tsx'

type ChangeAddonsProps = {
  hold: Hold
  /** What can be chosen, by the ids of the services. */ offered: Record<string, OfferedAddon[]>
  /** Others were chosen, and do not fit. */ kept: boolean
}

/** Other add-ons for what is held: a part of the step's form, with a button of its own. */
export function ChangeAddons({ hold, offered, kept }: ChangeAddonsProps) {
  const t = useText()
  const tenantText = useTenantText()
  const segments = hold.segments.filter(({ id }) => offered[id])
  if (segments.length === 0) return null
  return (
    <>
      {kept && <Warning>{t('booking.addonsKept')}</Warning>}
      <Fold
        key={hold.handle}
        summary={t('booking.addonsChange')}
        className="rounded-xl border border-line bg-surface"
      >
        <div className="grid gap-4 border-t border-line p-4">
          {segments.map(({ id, name, addons }) => (
            <AddonFields
              key={id}
              legend={t('book.addonsFor', { service: tenantText(name).text })}
              service={{ id, addons: offered[id] ?? [] }}
              chosen={addons}
              money={hold}
            />
          ))}
          <Button type="submit" name="intent" value="addons" tone="secondary" formNoValidate>
            {t('booking.addonsSave')}
          </Button>
        </div>
      </Fold>
    </>
  )
}
