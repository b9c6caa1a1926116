import { useState } from 'react'
import { useFetcher, useNavigation, useSearchParams } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { magicLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { CodeEntry } from '#web/guest/code-entry.tsx'
import { MobileFields } from '#web/guest/fields.tsx'
import type { DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormKey } from '#web/ui/form/form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { useThrottle } from '#web/ui/form/use-submit.ts'

export type MagicAnswer = {
  sent: boolean
  email: string
  mobile: string
  countryCode: string
  /** The return path, or ''. */
  to: string
  /** The number with its dial code; '' without one. */
  number: string
  errors: Record<string, TextKey>
}
type MagicFormProps = {
  email: string
  /** Null if the tenant sends no text messages: then there is no mobile field. */
  dialCodes: DialCodeOptions | null
  countryCode: string
  /** The action data, if the form is on its own page. */
  answer?: MagicAnswer | undefined
}

/**
 * Requests a sign-in link by mail and, with a mobile number, by text message; then takes the message's code.
 */
export function MagicForm({ email, dialCodes, countryCode, answer: pageAnswer }: MagicFormProps) {
  const t = useText()
  const hydrated = useHydrated()
  const throttle = useThrottle()
  const fetcher = useFetcher<MagicAnswer>()
  const [search] = useSearchParams()
  const navigating = useNavigation().state !== 'idle'
  const answer = fetcher.data ?? pageAnswer
  const errors = Object.fromEntries(Object.entries(answer?.errors ?? {}).map(([name, key]) => [name, t(key)]))
  // Each answer begins anew with the code.
  const [last, setLast] = useState({ answer, count: 0 })
  if (last.answer !== answer) setLast({ answer, count: last.count + 1 })
  const busy = fetcher.state !== 'idle' || navigating
  const to = answer?.to || (search.get('to') ?? '')
  return (
    <>
      {answer?.sent && (
        <CodeEntry
          key={last.count}
          address={answer.email}
          mobile={answer.number}
          to={to}
          sent={
            <Outcome next={<p className="wrap-anywhere">{t('magic.sentHint', { email: answer.email })}</p>}>
              {t('magic.sent')}
            </Outcome>
          }
        />
      )}
      <fetcher.Form
        method="post"
        action={magicLink()}
        noValidate={hydrated}
        onSubmit={throttle}
        className="grid gap-5"
      >
        <FormKey />
        <input type="hidden" name="to" value={to} />
        <ErrorSummary
          title={t('magic.failedTitle')}
          errors={answer && !answer.sent ? errors : undefined}
          answer={answer}
        />
        <EmailField
          label={t('magic.email')}
          error={errors.email}
          defaultValue={answer?.email ?? email}
          maxLength={254}
          required
        />
        {dialCodes && (
          <MobileFields
            words="magic"
            values={{
              mobile: answer?.mobile ?? '',
              countryCode: answer?.countryCode ?? countryCode,
            }}
            errors={errors}
            dialCodes={dialCodes}
            hint={t('magic.mobileHint')}
            required={false}
          />
        )}
        <SubmitButton busy={busy} busyText={t('magic.busy')} wide>
          {t('magic.submit')}
        </SubmitButton>
      </fetcher.Form>
    </>
  )
}
