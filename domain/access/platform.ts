/** The platform's own client: all clients read its masters, and its ADMIN signs in to it. */
export const PLATFORM_CLIENT_ID = '00000000-0000-7000-8000-000000000001'
