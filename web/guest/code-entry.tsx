import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { gongLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { SubmitButton } from '../ui/button.tsx'
import { ErrorSummary, Field } from '../ui/form/field.tsx'
import { FormKey } from '../ui/form/form.tsx'
import { useText } from '../ui/text.tsx'
import { useThrottle } from '../ui/form/use-submit.ts'
import { useSignedInElsewhere } from './use-signed-in-elsewhere.ts'

/** What the code sign-in answers to a form with errors. */
export type CodeAnswer = {
  step: 'address' | 'code'
  /** As typed: an e-mail address or a mobile number, and a number beside an address. Kept out of the URL. */
  address: string
  mobile: string
  /** The session is to last as long as one by a link. */
  keep: boolean
  errors: Record<string, TextKey>
}

/** The code of a sign-in message, typed on the page that waits for it. */
export function CodeField({ error }: { error: string | undefined }) {
  const t = useText()
  return (
    <Field
      name="code"
      label={t('code.code')}
      hint={t('code.codeHint')}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      required
    />
  )
}

/** Whom the code was sent to, as hidden fields. */
export function CodeRecipient({ address, mobile, keep }: Pick<CodeAnswer, 'address' | 'mobile' | 'keep'>) {
  return (
    <>
      <input type="hidden" name="address" value={address} />
      {mobile && <input type="hidden" name="mobile" value={mobile} />}
      {keep && <input type="hidden" name="keep" value="1" />}
    </>
  )
}

type CodeEntryProps = { address: string; mobile: string; to: string; sent: ReactNode }

/**
 * Waits for the link of a message and takes its code: in an installed web app the link opens another browser.
 * Needs the texts of the area `code`. `to`: the return path. `sent`: what says that the message is out, until
 * a code was refused.
 */
export function CodeEntry({ address, mobile, to, sent }: CodeEntryProps) {
  const t = useText()
  const throttle = useThrottle()
  const fetcher = useFetcher<CodeAnswer>()
  useSignedInElsewhere(true)
  const answer = fetcher.data
  const errors = Object.fromEntries(Object.entries(answer?.errors ?? {}).map(([name, key]) => [name, t(key)]))
  return (
    <>
      {!answer && sent}
      <fetcher.Form
        method="post"
        action={gongLink({ to })}
        noValidate
        onSubmit={throttle}
        className="grid gap-5 border-b border-line pb-6"
      >
        <FormKey />
        <CodeRecipient address={address} mobile={mobile} keep />
        <ErrorSummary title={t('code.failedTitle')} errors={answer && errors} answer={answer} />
        <p>{t('code.beside')}</p>
        <CodeField error={errors.code} />
        <SubmitButton
          name="intent"
          value="enter"
          busy={fetcher.state !== 'idle'}
          busyText={t('code.entering')}
          wide
        >
          {t('code.enter')}
        </SubmitButton>
      </fetcher.Form>
    </>
  )
}
