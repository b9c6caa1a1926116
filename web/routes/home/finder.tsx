import { landingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Hero, type HeroBrand } from './hero.tsx'

type Props = {
  brand: HeroBrand
  asked: string | null
  /** The name in the URL if it belongs to no salon. */ unknown: string | null
  salons: { name: string; origin: string }[]
}

/** The front page of the neutral tenant: a search for salons. */
export default function Finder({ brand, asked, unknown, salons }: Props) {
  const t = useText()
  return (
    <>
      {!asked && unknown && (
        <p role="alert" className="mx-auto mt-6 w-full max-w-[72rem] px-4 text-lg sm:px-6">
          {t('landing.notFound', { name: unknown })}
        </p>
      )}
      <Hero brand={brand} bookable={false} />
      <form
        method="get"
        action={landingLink()}
        className="mx-auto grid w-full max-w-[72rem] gap-4 px-4 py-10 sm:px-6"
      >
        <div className="grid max-w-[32rem] gap-4">
          <Field
            name="salon"
            label={t('landing.finder')}
            hint={t('landing.finderHint')}
            error={asked && salons.length === 0 ? t('landing.notFound', { name: asked }) : undefined}
            defaultValue={asked ?? ''}
            required
            maxLength={200}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit">{t('landing.find')}</Button>
          {salons.map((salon) => (
            <ButtonLink key={salon.origin} to={salon.origin} tone="secondary">
              {salon.name}
            </ButtonLink>
          ))}
        </div>
      </form>
    </>
  )
}
