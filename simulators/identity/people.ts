/** A person of the simulator; each represents a case of real providers. */
export type Person = {
  id: string
  firstname: string
  lastname: string
  email: string | null
  emailVerified: boolean
  note: string
}

/** `id` has digits only, like Facebook's. The first two are also guests of the demo tenants. */
export const people: readonly Person[] = [
  {
    id: '100000000000001',
    firstname: 'Freja',
    lastname: 'Holm',
    email: 'freja@example.com',
    emailVerified: true,
    note: 'a verified address, which a guest of the salons has',
  },
  {
    id: '100000000000002',
    firstname: 'Noah',
    lastname: 'Berg',
    email: 'noah@example.com',
    emailVerified: true,
    note: 'another guest of the salons, verified',
  },
  {
    id: '100000000000003',
    firstname: 'Maja',
    lastname: 'Lind',
    email: 'maja.lind@example.com',
    emailVerified: true,
    note: 'a verified address, new to the salons',
  },
  {
    id: '100000000000004',
    firstname: 'Emil',
    lastname: 'Krogh',
    email: 'emil.krogh@example.com',
    emailVerified: false,
    note: 'an address that nobody has verified',
  },
  {
    id: '100000000000005',
    firstname: 'Signe',
    lastname: 'Dahl',
    email: null,
    emailVerified: false,
    note: 'no address at all',
  },
]

export const findPerson = (id: string | null | undefined): Person | null =>
  people.find((one) => one.id === id) ?? null
