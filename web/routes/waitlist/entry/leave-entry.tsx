import { useNavigation } from 'react-router'
import { waitlistLink } from '#contract/links.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { WaitlistEntry } from '#web/waitlist/entry.ts'
import { LeaveQuestion } from '#web/waitlist/leave-question.tsx'

/** The page that asks before an entry is deleted, for browsers without scripts. */
export function LeaveEntry({ entry, failed }: { entry: WaitlistEntry; failed: boolean }) {
  const t = useText()
  return (
    <Page title={t('waitlist.deleteTitle')} width="form">
      <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <LeaveQuestion
          entry={entry}
          failed={failed}
          busy={useNavigation().state === 'submitting'}
          action={waitlistLink({ leave: entry.id })}
          keep={
            <ButtonLink to={waitlistLink({ id: entry.id })} tone="secondary">
              {t('waitlist.keep')}
            </ButtonLink>
          }
        />
      </div>
    </Page>
  )
}
