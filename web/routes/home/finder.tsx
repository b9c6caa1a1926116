import { useText } from '#web/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Hero, type Face } from './hero.tsx'

type Props = { brand: Face; asked: string | null; salon: { name: string; origin: string } | null }

/** The product's own front page: the way to a salon. */
export default function Finder({ brand, asked, salon }: Props) {
  const t = useText()
  return (
    <>
      <Hero brand={brand} bookable={false} />
      <form method="get" action="/" className="mx-auto grid w-full max-w-[72rem] gap-4 px-4 py-10 sm:px-6">
        <div className="grid max-w-[32rem] gap-4">
          <Field name="salon" label={t('landing.finder')} hint={t('landing.finderHint')} error={asked && !salon ? t('landing.notFound', { name: asked }) : undefined} defaultValue={asked ?? ''} required maxLength={63} autoCapitalize="none" spellCheck={false} />
          <Button type="submit">{t('landing.find')}</Button>
          {salon && <ButtonLink to={salon.origin} tone="secondary">{salon.name}</ButtonLink>}
        </div>
      </form>
    </>
  )
}
