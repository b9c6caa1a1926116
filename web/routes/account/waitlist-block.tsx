import { Trash2 } from 'lucide'
import { useState, type ReactNode } from 'react'
import { appointmentsLink, myAccountLink, waitlistLink } from '#contract/links.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { rangeText, useFormat } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { useNameList } from '#web/ui/people.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { namesOf, type WaitlistEntry } from '#web/waitlist/entry.ts'
import { LeaveModal } from '#web/waitlist/leave-modal.tsx'

type BlockProps = { entries: WaitlistEntry[] | null; /** Below them. */ children?: ReactNode }

/** The guest's waitlist, where they have or had entries; `entries` is null if they failed to load. */
export function WaitlistBlock({ entries, children }: BlockProps) {
  const t = useText()
  const [entry, setEntry] = useState<WaitlistEntry | null>(null)
  // How many were deleted here, each of which is said.
  const [deleted, setDeleted] = useState(0)
  return (
    <>
      {(entries?.length !== 0 || deleted > 0) && (
        <section aria-labelledby="waitlist">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id="waitlist" className="text-2xl">
              {t('waitlist.title')}
            </h2>
            <Link to={waitlistLink()} className={textLinkClasses}>
              {t('waitlist.viewAll')}
            </Link>
          </div>
          <div className="mt-3 grid gap-3">
            {deleted > 0 && (
              <Outcome
                key={deleted}
                next={
                  <ButtonLink to={appointmentsLink()} tone="secondary">
                    {t('waitlist.book')}
                  </ButtonLink>
                }
              >
                {t('waitlist.deleted')}
              </Outcome>
            )}
            {entries === null && <LoadError retry={myAccountLink()} />}
            {entries !== null && entries.length > 0 && (
              <ul className="grid gap-3">
                {entries.map((openEntry) => (
                  <EntryRow key={openEntry.id} entry={openEntry} onDelete={() => setEntry(openEntry)} />
                ))}
              </ul>
            )}
          </div>
          {children}
        </section>
      )}
      <LeaveModal
        entry={entry}
        action={myAccountLink()}
        onClose={() => setEntry(null)}
        onDeleted={() => setDeleted((before) => before + 1)}
      />
    </>
  )
}

/** An entry that opens on click. Without scripts its delete button opens a page with the same question. */
function EntryRow({ entry, onDelete }: { entry: WaitlistEntry; onDelete: () => void }) {
  const t = useText()
  const { part } = useFormat()
  const joinNames = useNameList()
  const date = ({ seconds }: { seconds: number }) => part(seconds * 1000, { day: 'numeric', month: 'short' })
  const { rangeStart, rangeEnd, teamMembers } = entry
  return (
    <li className="relative flex items-center gap-3 rounded-xl border border-line bg-surface p-4 hover:bg-brand-soft sm:p-5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <h3 className="text-lg wrap-anywhere">
          {/* The link covers the whole row but for its button. */}
          <Link
            to={waitlistLink({ id: entry.id })}
            className="no-underline after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            <TenantList words={namesOf(entry)} />
          </Link>
        </h3>
        <p className="tabular">{t('waitlist.place', { place: entry.place, of: entry.of })}</p>
        <p className="text-sm text-muted">
          {[
            teamMembers.length > 0 ? joinNames(teamMembers.map((one) => one.name)) : t('waitlist.anyone'),
            rangeStart && rangeEnd && rangeText(t, date(rangeStart), date(rangeEnd)),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <form
        action={waitlistLink()}
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          onDelete()
        }}
      >
        <input type="hidden" name="leave" value={entry.id} />
        <Button type="submit" tone="secondary" className="px-3!">
          <Icon of={Trash2} size={18} />
          <span className="sr-only">
            <span>{`${t('waitlist.delete')}: `}</span>
            <TenantList words={namesOf(entry)} />
          </span>
        </Button>
      </form>
    </li>
  )
}
