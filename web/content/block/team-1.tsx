import type { RenderedOf } from '#contract/content/block.ts'
import { densitySources } from '#domain/picture-url.ts'
import { personLink } from '#contract/links.ts'
import { useBlockContext, chosen } from '../block-context.tsx'
import { BlockIntro, SaidText } from '../text.tsx'

/** The people of the team, each with a link to their page. */
export function Team1({ block, top }: { block: RenderedOf<'team1'>; top: boolean }) {
  const { t, site } = useBlockContext()
  const people = chosen(site.team, block.members)
  return (
    <section className="wide grid grid-cols-1 gap-10 py-12 sm:py-20">
      <BlockIntro block={block} top={top} usual={t('landing.team')} />
      <ul className="grid grid-cols-2 gap-x-4 gap-y-10 sm:grid-cols-3 sm:gap-x-8">
        {people.map(({ id, displayname, role, avatar }) => (
          <li
            key={id}
            className="group relative grid content-start justify-items-center gap-4 text-center max-sm:last:odd:col-span-2"
          >
            <Face src={avatar} name={displayname} />
            <div className="grid gap-1">
              <p className="font-display text-xl font-semibold">
                {site.bookable ? (
                  <a
                    href={personLink({ person: id })}
                    className="decoration-1 underline-offset-4 group-hover:underline after:absolute after:inset-0"
                  >
                    {displayname}
                  </a>
                ) : (
                  displayname
                )}
              </p>
              {role && (
                <p className="text-muted">
                  <SaidText>{role}</SaidText>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A large portrait, or the first letter of the name. Decorative: the name is below it. */
const Face = ({ src, name }: { src: string | null; name: string }) =>
  src ? (
    <img
      src={src}
      srcSet={densitySources(src, 176)}
      alt=""
      width={176}
      height={176}
      loading="lazy"
      decoding="async"
      className="aspect-square w-full max-w-44 rounded-full object-cover"
    />
  ) : (
    <span
      aria-hidden="true"
      className="grid aspect-square w-full max-w-44 place-items-center rounded-full bg-brand-soft font-display text-[4rem] text-on-brand-soft"
    >
      {name.slice(0, 1)}
    </span>
  )
