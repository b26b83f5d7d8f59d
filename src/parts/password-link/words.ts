/** Words of a link with which a person sets their own password. */
export const PASSWORD_LINK_WORDS = {
  linkOf: (name: string) => `Link for ${name}`,
  linkTitle: 'Set your password',
  link: 'Link',
  linkOnce:
    'This link is shown once. Copy it or print it, and give it only to that person: it sets their password.',
  linkUntil: (until: string) => `Works once, until ${until}.`,
  linkPaper: (username: string, address: string, until: string) =>
    `Your user name is ${username}.\n\nSet your password here, or by the code below:\n${address}\n\n${until}`,
  linkFailed: 'No link was made',
  copy: 'Copy',
  copied: 'Copied',
  print: 'Print',
  done: 'Done',
} as const
