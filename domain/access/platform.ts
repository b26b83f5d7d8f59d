/** The client that the platform itself is: its masters are read by all clients, its ADMIN signs in to it. */
export const PLATFORM_CLIENT_ID = '00000000-0000-7000-8000-000000000001'
