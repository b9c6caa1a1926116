import { CalendarSync } from 'lucide'
import { useNavigation } from 'react-router'
import { readFormText } from '#web/request/form.ts'
import { Alert } from '../ui/alert.tsx'
import { ButtonLink, SubmitButton } from '../ui/button.tsx'
import { Form } from '../ui/form/form.tsx'
import { useFormat } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useNameList } from '../ui/people.tsx'
import { useText } from '../ui/text.tsx'

/** Instants in epoch ms, names of members. */
type ShownVisit = { start: number; end: number; members: string[] }
type SalonChangeProps = {
  before: ShownVisit & { sequence: number }
  now: ShownVisit
  /** Where the guest chooses another time, and where they cancel; absent where the page has its own. */
  moveLink?: string | null
  cancelLink?: string | null
  /** Whether the guest may choose another time. */ movable: boolean
  /** The form's action; the current URL if not set. */ action?: string
  /** The value of the field `accept`: which visit, where a page has several. */ visit?: string
  failed: boolean
}

/**
 * The salon has changed a visit: what it was and what it is, and the guest's answers. Accepting is the form's
 * own button; the others are links.
 */
export function SalonChange({
  before,
  now,
  moveLink,
  cancelLink,
  movable,
  action,
  visit = '1',
  failed,
}: SalonChangeProps) {
  const t = useText()
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData !== undefined && readFormText(formData, 'accept') === visit
  return (
    <section
      aria-labelledby={`change-${visit}`}
      className="grid gap-4 rounded-xl bg-warning-soft p-4 text-on-warning-soft sm:p-5"
    >
      <div className="flex gap-3">
        <Icon of={CalendarSync} size={24} className="mt-0.5 shrink-0" />
        <div className="grid min-w-0 gap-3">
          <p id={`change-${visit}`} className="font-display text-lg font-semibold">
            {t('change.title')}
          </p>
          <dl className="grid gap-2">
            <When term={t('change.before')} visit={before} />
            <When term={t('change.now')} visit={now} strong />
          </dl>
          <p>{t(movable ? 'change.lead' : 'change.leadWithoutMove')}</p>
        </div>
      </div>
      {failed && <Alert>{t('change.failed')}</Alert>}
      <Form method="post" {...(action ? { action } : {})} className="flex flex-wrap gap-3">
        <input type="hidden" name="intent" value="accept" />
        <input type="hidden" name="accept" value={visit} />
        <input type="hidden" name="sequence" value={before.sequence} />
        <SubmitButton busy={busy} busyText={t('change.busy')}>
          {t('change.accept')}
        </SubmitButton>
        {movable && moveLink && (
          <ButtonLink to={moveLink} tone="secondary">
            {t('change.move')}
          </ButtonLink>
        )}
        {cancelLink && (
          <ButtonLink to={cancelLink} tone="secondary">
            {t('change.cancel')}
          </ButtonLink>
        )}
      </Form>
    </section>
  )
}

function When({ term, visit, strong }: { term: string; visit: ShownVisit; strong?: boolean }) {
  const t = useText()
  const { day, time } = useFormat()
  const joinNames = useNameList()
  const when = t('format.dayAndTime', { day: day(visit.start), time: time(visit.start) })
  return (
    <div>
      <dt className="text-sm">{term}</dt>
      <dd className={`wrap-anywhere first-letter:uppercase ${strong ? 'font-semibold' : ''}`}>
        {t('change.withMembers', { when, members: joinNames(visit.members) })}
      </dd>
    </div>
  )
}

/** The salon's change that the guest has seen in a `SalonChange` form; none in a form of an older release. */
export function seenChange(form: FormData): { sequence?: number } {
  const text = readFormText(form, 'sequence')
  return /^\d{1,9}$/.test(text) ? { sequence: Number(text) } : {}
}
