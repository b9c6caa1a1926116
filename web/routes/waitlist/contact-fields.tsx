import { useText } from '#web/ui/text.tsx'
import { DialCode } from '#web/ui/dial-code.tsx'
import type { DialCodeOptions } from '#web/ui/dial-codes.ts'
import { Field } from '#web/ui/field.tsx'
import type { Details } from '../book/guest-details.ts'

type ContactProps = {
  options: { sms: boolean; dialCodes: DialCodeOptions; countryCode: string }
  details: Details | null
  errors: Record<string, string>
}

/** Who joins without an account: a name, and an e-mail address or a mobile number. */
export function ContactFields({ options, details, errors }: ContactProps) {
  const t = useText()
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="float-left mb-1 w-full text-xl font-medium">{t('joinWaitlist.you')}</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          name="firstname"
          label={t('booking.firstname')}
          error={errors.firstname}
          defaultValue={details?.firstname}
          autoComplete="given-name"
          autoCapitalize="words"
          maxLength={50}
          required
        />
        <Field
          name="lastname"
          label={t('booking.lastname')}
          error={errors.lastname}
          defaultValue={details?.lastname}
          autoComplete="family-name"
          autoCapitalize="words"
          maxLength={50}
          required
        />
      </div>
      <Field
        name="email"
        type="email"
        label={t('booking.email')}
        hint={t('joinWaitlist.emailHint')}
        error={errors.email}
        defaultValue={details?.email}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required={!options.sms}
      />
      {options.sms && (
        <>
          <p className="text-muted">{t('joinWaitlist.or')}</p>
          <div className="grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] items-start gap-3">
            <DialCode
              label={t('booking.dialCode')}
              dialCodes={options.dialCodes}
              value={details?.countryCode || options.countryCode}
            />
            <Field
              name="mobile"
              type="tel"
              label={t('booking.mobile')}
              error={errors.mobile}
              defaultValue={details?.mobile}
              autoComplete="tel-national"
              inputMode="tel"
              maxLength={40}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}
