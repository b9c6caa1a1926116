import { useNavigation, type FetcherWithComponents } from 'react-router'
import { lockLink } from '#contract/links.ts'
import type { Output } from '#contract/calls.ts'
import type { TextKey } from '#contract/text.ts'
import type { Right } from '#domain/staff/rights.ts'
import { SubmitButton } from '../ui/button.tsx'
import { ErrorSummary, Field } from '../ui/form/field.tsx'
import { Form, FormKey } from '../ui/form/form.tsx'
import { useText } from '../ui/text.tsx'

/** `id`: who has tried; `rights`: of whoever has unlocked it; `left`: how many attempts are left. */
export type LockAnswer = {
  unlocked: boolean
  id: string
  rights?: readonly Right[]
  error?: TextKey
  left?: number
}

type LockFormProps = {
  people: Output<'getDesk'>['people']
  answer: LockAnswer | undefined
  /** Where to go on; with a fetcher the page below stays. */ to: string
  fetcher?: FetcherWithComponents<unknown>
}

/** Who unlocks the desk device, and their PIN. */
export function LockForm({ people, answer, to, fetcher }: LockFormProps) {
  const t = useText()
  const navigating = useNavigation().state !== 'idle'
  const busy = fetcher ? fetcher.state !== 'idle' : navigating
  const error = answer?.error && t(answer.error, { left: answer.left ?? 0 })
  const Frame = fetcher ? fetcher.Form : Form
  return (
    <Frame method="post" action={lockLink({ to })} noValidate className="grid gap-6">
      {fetcher && <FormKey />}
      {fetcher && <input type="hidden" name="stay" value="1" />}
      <input type="hidden" name="intent" value="unlock" />
      <input type="hidden" name="to" value={to} />
      <ErrorSummary
        title={t('staffLock.failed')}
        errors={error ? { form: error } : undefined}
        answer={answer}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">{t('staffLock.who')}</legend>
        {people.map(({ id, name, shut }) => (
          <label
            key={id}
            className="flex min-h-12 items-center gap-3 rounded border border-control px-4 has-checked:border-brand-line has-checked:bg-brand-soft has-checked:text-on-brand-soft"
          >
            <input
              type="radio"
              name="id"
              value={id}
              defaultChecked={id === answer?.id}
              required
              className="size-5 shrink-0 accent-brand-line"
            />
            <span>{name}</span>
            {shut && <span className="ml-auto text-sm">{t('staffLock.pinShut')}</span>}
          </label>
        ))}
        <p className="text-sm text-muted">{t('staffLock.onlyPin')}</p>
      </fieldset>
      <Field
        key={JSON.stringify(answer)}
        name="pin"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        label={t('staffLock.pin')}
        hint={t('staffLock.pinHint')}
        maxLength={12}
        required
      />
      <SubmitButton busy={busy} busyText={t('shell.wait')} wide>
        {t('staffLock.unlock')}
      </SubmitButton>
    </Frame>
  )
}
