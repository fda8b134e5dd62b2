/** Classes shared by popups: menus, popovers, lists of choices. */
export const popup = {
	box: 'rise min-w-48 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-window p-1.5 shadow-float outline-none',
	item: 'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 outline-none select-none data-highlighted:bg-shelf max-md:min-h-11',
}
