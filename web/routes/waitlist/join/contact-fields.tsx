import { useText } from '#web/ui/text.tsx'
import type { Contact } from '#web/guest/contact.ts'
import { MobileFields, NameFields } from '#web/guest/fields.tsx'
import type { DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { EmailField } from '#web/ui/form/field.tsx'

type ContactProps = {
  options: { sms: boolean; dialCodes: DialCodeOptions; countryCode: string }
  details: Contact | null
  errors: Record<string, string>
}

/** Who joins without an account: a name, and an e-mail address or a mobile number. */
export function ContactFields({ options, details, errors }: ContactProps) {
  const t = useText()
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="float-left mb-1 w-full text-xl font-medium">{t('joinWaitlist.you')}</legend>
      <NameFields words="booking" values={details ?? {}} errors={errors} />
      <EmailField
        label={t('booking.email')}
        hint={t('joinWaitlist.emailHint')}
        error={errors.email}
        defaultValue={details?.email}
        maxLength={254}
        required={!options.sms}
      />
      {options.sms && (
        <>
          <p className="text-muted">{t('joinWaitlist.or')}</p>
          <MobileFields
            words="booking"
            values={{ ...details, countryCode: details?.countryCode || options.countryCode }}
            errors={errors}
            dialCodes={options.dialCodes}
            required={false}
          />
        </>
      )}
    </fieldset>
  )
}
