/** The part of a session that decides the owner of a template, a category or a shortcut. */
export interface Author {
  userId: string
  isDoctor: boolean
  isClientAdmin: boolean
}

/** The creator is the owner: a doctor's is the doctor's own, an administrator's (null) is everybody's. */
export const ownerOfNew = ({ userId, isDoctor, isClientAdmin }: Author): string | null =>
  isDoctor && !isClientAdmin ? userId : null

/** True if `author` may change and delete items of `owner`: their own, and shared ones if not a doctor. */
export const mayChangeOf = (author: Author, owner: string | null): boolean =>
  owner === author.userId || (owner === null && ownerOfNew(author) === null)
