import type { Brand } from '#contract/page.ts'

type Props = { brand: Pick<Brand, 'companyname' | 'icon' | 'mark'> }

/** The name with the icon, or the logo: one that is wide contains the name. */
export const BrandMark = ({ brand: { companyname, icon, mark } }: Props) => (
  <>
    {mark ? (
      <picture className="contents">
        {mark.dark && <source media="(prefers-color-scheme: dark)" srcSet={mark.dark} />}
        <img
          src={mark.src}
          alt={mark.wide ? companyname : ''}
          width={mark.width}
          height="40"
          className={`h-10 min-w-0 object-contain ${mark.onWhite ? 'rounded-sm dark:bg-white dark:p-1' : ''}`}
        />
      </picture>
    ) : (
      <img src={icon} alt="" width="32" height="32" className="shrink-0 rounded-sm" />
    )}
    {!mark?.wide && <span className="line-clamp-2 leading-tight wrap-anywhere">{companyname}</span>}
  </>
)
