/** Of a session, what decides whose a template, a category or a shortcut is. */
export interface Author {
  userId: string
  isDoctor: boolean
  isClientAdmin: boolean
}

/** Who makes it, owns it: a doctor's is the doctor's own, an administrator's (null) is everybody's. */
export const ownerOfNew = ({ userId, isDoctor, isClientAdmin }: Author): string | null =>
  isDoctor && !isClientAdmin ? userId : null

/** True where `author` may change and delete what `owner` has: the own, and what is everybody's if not a doctor. */
export const mayChangeOf = (author: Author, owner: string | null): boolean =>
  owner === author.userId || (owner === null && ownerOfNew(author) === null)
