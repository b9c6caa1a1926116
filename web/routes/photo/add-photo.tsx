import { useNavigation } from 'react-router'
import { photosLink } from '#contract/links.ts'
import { PHOTO_BYTES } from '#contract/guest/photo.ts'
import type { TextKey } from '#contract/text.ts'
import { startOf, servicesOf, type Booking } from '#web/visit/booking.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useNameList } from '#web/ui/people.tsx'
import { PictureField } from '#web/ui/form/picture-field.tsx'
import { shorten } from '#web/ui/shorten.ts'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type AddProps = {
  visits: Booking[]
  visit: string | undefined
  error: TextKey | undefined
  /** The number of photos so far. */ count: number
}

/** In digits: an option has one language, and names that are not translated have the tenant's. */
const DAY = { day: 'numeric', month: 'numeric' } as const
/** A choice does not wrap, and phones have room for so many characters beside the day. */
const MAX_NAMES = 24

/** The form that adds a photo, to one of the guest's last visits or to none. */
export function AddPhoto({ visits, visit, error, count }: AddProps) {
  const t = useText()
  const { part } = useFormat()
  const tenantText = useTenantText()
  const joinNames = useNameList()
  const hydrated = useHydrated()
  const busy = useNavigation().formData?.get('intent') === 'add'
  return (
    <section aria-labelledby="add-photo" className="rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="add-photo" className="text-2xl">
        {t('photos.add')}
      </h2>
      <Form
        method="post"
        action={photosLink()}
        encType="multipart/form-data"
        noValidate={!hydrated}
        className="mt-4 grid max-w-[32rem] gap-4"
      >
        <input type="hidden" name="intent" value="add" />
        {/* Empty again once its photo is added: pressed twice, the button would add it twice. */}
        <PictureField
          key={count}
          name="image"
          label={t('photos.file')}
          hint={t('photos.fileHint')}
          error={error && t(error)}
          maxBytes={PHOTO_BYTES}
          texts={{
            missing: 'photos.missing',
            tooLarge: 'photos.tooLarge',
            notAPicture: 'photos.notAPicture',
            heic: 'photos.heic',
          }}
          required
        />
        {visits.length > 0 && (
          <SelectField name="visit" label={t('photos.visit')} defaultValue={visit ?? visits[0]?.id}>
            {visits.map((booking) => {
              const services = servicesOf(booking)
              const lang = services.map((name) => tenantText(name).lang).find(Boolean)
              const names = lang ? services : services.map((name) => tenantText(name).text)
              return (
                <option key={booking.id} value={booking.id} lang={lang}>
                  {`${part(startOf(booking), DAY)} ${shorten(joinNames(names), MAX_NAMES)}`}
                </option>
              )
            })}
            <option value="">{t('photos.noVisit')}</option>
          </SelectField>
        )}
        <div>
          <SubmitButton busy={busy} busyText={t('photos.busy')}>
            {t('photos.upload')}
          </SubmitButton>
        </div>
      </Form>
    </section>
  )
}
