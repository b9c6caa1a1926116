import { intlLocale } from '#domain/language.ts'
import { Avatar } from './avatar.tsx'
import { useFormat } from './format.ts'

/** Joins names in the page's language: `Anna, Bo and Carl`. */
export function useNameList(): (names: string[]) => string {
  const { language } = useFormat()
  const list = new Intl.ListFormat(intlLocale(language), { type: 'conjunction' })
  return (names) => list.format(names)
}

/** The avatars of the people of one visit, beside their names. `size` in pixels. */
export const AvatarGroup = ({
  people,
  size,
}: {
  people: { name: string; avatar: string | null }[]
  size: number
}) => (
  <span className="flex shrink-0 flex-wrap gap-1">
    {people.map(({ name, avatar }, index) => (
      <Avatar key={`${name} ${index}`} src={avatar} name={name} size={size} />
    ))}
  </span>
)
