import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { namesOf, type WaitlistEntry } from '#web/waitlist/entry.ts'
import { OpenOffer } from '#web/waitlist/open-offer.tsx'

/** The times that are held for the guest at this moment, above all else. */
export function Offers({ entries, now }: { entries: WaitlistEntry[] | null; now: number }) {
  const t = useText()
  const offered = (entries ?? []).flatMap((entry) => (entry.offer ? [{ entry, offer: entry.offer }] : []))
  if (offered.length === 0) return null
  return (
    <section aria-labelledby="offers">
      <h2 id="offers" className="text-2xl">
        {t('waitlist.offered')}
      </h2>
      <ul className="mt-4 grid gap-4">
        {offered.map(({ entry, offer }) => (
          <li
            key={entry.id}
            className="grid gap-3 rounded-xl border-2 border-brand-line bg-surface p-4 sm:p-5"
          >
            <h3 className="text-lg wrap-anywhere">
              <TenantList words={namesOf(entry)} />
            </h3>
            <OpenOffer offer={offer} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}
